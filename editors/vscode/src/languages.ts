// The languages of the texts that the server knows.

/** Of these texts questions are asked: puzzles, and what other programs write that declares one. */
const ASKED = ['puzzle', 'maze', 'dots-and-boxes', 'dimacs', 'davis-putnam', 'tptp'];

/** All that the server is told of. */
export const LANGUAGES = [...ASKED, 'qdimacs', 'qcir'];

/** Whether something can be asked of a text. */
export const isAsked = (languageId: string): boolean => ASKED.includes(languageId);
