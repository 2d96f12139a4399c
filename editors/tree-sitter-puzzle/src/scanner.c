// The tokens that need to look ahead or know what is around them: the end of a line, a line break
// within parentheses, a text over several lines, and what is drawn in one. The rules are those of
// `src/syntax/lines.rs` and `token.rs` at the root of the repository. All that the scanner keeps is
// how many parentheses of the line are open.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

enum Token {
  NEWLINE,
  BREAK,
  TEXT_BLOCK,
  OPEN_PARENTHESIS,
  CLOSE_PARENTHESIS,
  APPLY,
  PICTURE_BEGIN,
  PICTURE_END,
  PICTURE_NUMBER,
  MARK,
  EMPTY,
  SEPARATOR,
  NEVER,
  ERROR_SENTINEL
};

// A gap within parentheses is looked through no further than this, so that a long run of comments
// costs linear time.
enum { LONGEST_GAP = 1024, LONGEST_KEYWORD = 10 };

static const char *const KEYWORDS[] = {
    "formula", "variables", "game",     "clauses",  "maze", "import", "allow",    "warn",  "deny",  "solve",
    "shortest", "play2win", "line",     "compare", "eval", "draw",     "simplify", "count", "valid",
    "equivalent", "prove", "ask",    "theory", "puzzle", "smallest", "largest",
    "moves",    "why",
};

// The words of sentences. Where one of two words is such, the first is no setting.
static const char *const SENTENCE_WORDS[] = {"and", "or", "not", "all", "some", "no", "at", "exactly"};

static bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == 0xfeff || c == 0xa0 ||
         (c >= 0x2000 && c <= 0x200b) || c == 0x202f || c == 0x3000;
}

static bool is_gap(int32_t c) { return c == '\n' || is_blank(c); }

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// Of letters outside ASCII a keyword has none, so it is enough to tell them from signs.
static bool is_word(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         (c >= 0xc0 && !is_blank(c) && !(c >= 0x2010 && c < 0x2c00));
}

static void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
}

// Reads a word, of which the first letters are kept; its length.
static unsigned read_word(TSLexer *lexer, char word[LONGEST_KEYWORD + 1]) {
  unsigned length = 0;
  for (; is_word(lexer->lookahead); length++) {
    if (length < LONGEST_KEYWORD) word[length] = lexer->lookahead < 128 ? (char)lexer->lookahead : '?';
    lexer->advance(lexer, false);
  }
  word[length <= LONGEST_KEYWORD ? length : 0] = 0;
  return length;
}

static bool is_one_of(const char *word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(word, words[i]) == 0) return true;
  return false;
}

#define IS_ONE_OF(word, words) is_one_of(word, words, sizeof words / sizeof *words)

// Whether a formula goes on behind the line break that was just read. What could only begin
// another line does not continue one: an item, or the setting of a game.
static bool continues(TSLexer *lexer) {
  bool is_comment = false;
  for (unsigned read = 0; is_comment || lexer->lookahead == '/' || is_gap(lexer->lookahead); read++) {
    if (read == LONGEST_GAP) return true;
    if (lexer->eof(lexer)) return false;
    is_comment = lexer->lookahead != '\n' && (is_comment || lexer->lookahead == '/');
    lexer->advance(lexer, false);
  }
  if (lexer->eof(lexer) || lexer->lookahead == '{' || lexer->lookahead == '}') return false;

  char word[LONGEST_KEYWORD + 1];
  unsigned length = read_word(lexer, word);
  if (length <= 1 || is_digit(word[0]) || IS_ONE_OF(word, SENTENCE_WORDS)) return true;
  if (IS_ONE_OF(word, KEYWORDS)) return false;
  skip_blanks(lexer);
  return read_word(lexer, word) == 0 || IS_ONE_OF(word, SENTENCE_WORDS);
}

static bool scan_newline(TSLexer *lexer, const bool *valid, uint32_t *depth) {
  bool is_recovering = valid[ERROR_SENTINEL];
  if (*depth == 0 && !valid[NEWLINE]) return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  bool is_break = *depth > 0 && !is_recovering && continues(lexer);
  if (!is_break) *depth = 0;
  lexer->result_symbol = is_break ? BREAK : NEWLINE;
  return true;
}

static bool scan_parenthesis(TSLexer *lexer, uint32_t *depth) {
  bool is_open = lexer->lookahead == '(';
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  if (is_open) ++*depth;
  else if (*depth > 0) --*depth;
  lexer->result_symbol = is_open ? OPEN_PARENTHESIS : CLOSE_PARENTHESIS;
  return true;
}

// `"""` … `"""`, of which the last stands first on its line. That tells a missing end from the
// beginning of the next text.
// Of one that is a picture only the beginning is a token.
static bool scan_text_block(TSLexer *lexer, bool is_picture) {
  for (int i = 0; i < 3; i++) {
    if (lexer->lookahead != '"') return false;
    lexer->advance(lexer, false);
  }
  if (is_picture) lexer->mark_end(lexer);
  bool is_first_line = true, is_indentation = true;
  for (unsigned quotes = 0; !lexer->eof(lexer);) {
    int32_t c = lexer->lookahead;
    lexer->advance(lexer, false);
    if (quotes > 0 && c != '"') is_indentation = false;
    quotes = c == '"' ? quotes + 1 : 0;
    if (quotes == 3) {
      if (!is_picture) lexer->mark_end(lexer);
      lexer->result_symbol = is_picture ? PICTURE_BEGIN : TEXT_BLOCK;
      return is_first_line || is_indentation;
    }
    if (c == '\n') {
      is_first_line = false;
      is_indentation = true;
    } else if (c != '"' && !is_blank(c)) {
      is_indentation = false;
    }
  }
  return false;
}

static enum Token kind_in_picture(int32_t c) {
  if (is_digit(c)) return PICTURE_NUMBER;
  if (c == '.') return EMPTY;
  return c == '|' || c == '-' || c == '+' ? SEPARATOR : MARK;
}

// A run of characters of one kind, or the end of the picture, which there is.
static bool scan_in_picture(TSLexer *lexer) {
  while (is_gap(lexer->lookahead)) lexer->advance(lexer, true);
  enum Token kind = kind_in_picture(lexer->lookahead);
  lexer->result_symbol = PICTURE_END;
  while (!lexer->eof(lexer) && !is_gap(lexer->lookahead) && kind_in_picture(lexer->lookahead) == kind) {
    // Quotes are marks until there are three.
    unsigned quotes = 0;
    for (; lexer->lookahead == '"' && quotes < 3; quotes++) lexer->advance(lexer, false);
    if (quotes == 3) {
      if (lexer->result_symbol == PICTURE_END) lexer->mark_end(lexer);
      return true;
    }
    if (quotes == 0) lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = kind;
  }
  return lexer->result_symbol != PICTURE_END;
}

void *tree_sitter_puzzle_external_scanner_create(void) { return calloc(1, sizeof(uint32_t)); }
void tree_sitter_puzzle_external_scanner_destroy(void *payload) { free(payload); }
unsigned tree_sitter_puzzle_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(uint32_t));
  return sizeof(uint32_t);
}
void tree_sitter_puzzle_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(uint32_t));
  memcpy(payload, buffer, length);
}

bool tree_sitter_puzzle_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  uint32_t *depth = payload;
  if (valid[PICTURE_END] && !valid[ERROR_SENTINEL]) return scan_in_picture(lexer);
  bool is_behind_name = lexer->lookahead == '(' && valid[APPLY] && !valid[ERROR_SENTINEL];
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  switch (lexer->lookahead) {
    case '\n': return scan_newline(lexer, valid, depth);
    case '(':
      if (is_behind_name) return scan_parenthesis(lexer, depth) && (lexer->result_symbol = APPLY);
      return valid[OPEN_PARENTHESIS] && scan_parenthesis(lexer, depth);
    case ')': return valid[CLOSE_PARENTHESIS] && scan_parenthesis(lexer, depth);
    case '"':
      if (!valid[TEXT_BLOCK] && !valid[PICTURE_BEGIN]) return false;
      return scan_text_block(lexer, !valid[TEXT_BLOCK]);
    default: return false;
  }
}
