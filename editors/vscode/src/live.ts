// What the server tells of an item for the live view, and what the panel and its page say to each
// other.

import { Answer, Reason, Span } from './answer';

export type Location = Reason['location'];

/** What is shown of an item. */
export type Aspect = 'answer' | 'why' | 'picture' | 'steps';

export type Tab = Aspect | 'play';

export const TABS: Record<Tab, string> = { answer: 'Answer', why: 'Why', picture: 'Picture', steps: 'Steps', play: 'Play' };

export interface Live {
  name: string;
  range: Span;
  /** Whether it can be played. */
  isPlayed: boolean;
  /** Whether parts of the picture are joined by hand. */
  isJoined: boolean;
  /** Whether the picture may show a solution. */
  isSolved: boolean;
  /** Where the parts of the picture stand. */
  parts: { name: string; location: Location }[];
  answer: Answer;
  /** Which of its solutions the picture shows, where they are shown one after the other. */
  world?: World;
  /** What leads to the answer. */
  steps?: { frames: LiveFrame[]; isWhole: boolean };
}

/** What there is after a step. */
export interface Frame {
  /** What leads to it. */
  caption: string;
  said: string[];
  svg?: string;
  /** The picture as text. */
  text?: string;
}

/** A frame, and where the text says so. */
export type LiveFrame = Frame & { location?: Location };

/** One of the solutions of a puzzle. */
export interface World {
  /** What such solutions are called. */
  called: string;
  /** Its number, from 1. */
  number: number;
  /** Whether it is known that there is no other one behind it. */
  isLast: boolean;
  /** The picture in which stands out what differs from the one before. */
  marked?: string;
}

/** Where a play stands. */
export interface Play {
  name: string;
  players: string[];
  made: { player: string; chosen: string }[];
  turn?: { player: string; choice: string; moves: string[] };
  over?: string;
  said: { sort: 'comment' | 'hint' | 'refused' | 'unknown'; text: string }[];
  svg?: string;
  text: string;
  /** What the picture does not show: points so far, moves left. */
  standing?: string;
}

/** A step of a play: the moves before it, and what the person does. */
export interface PlayStep {
  /** Who plays whom, as in `as X against weak`. */
  choices: string;
  moves: string[];
  enter?: string;
}

export type ToPage =
  | { type: 'tab'; tab: Tab }
  | { type: 'busy' }
  /** `world` is the number of the solution that was asked for. */
  | { type: 'live'; aspect: Aspect; live: Live; uri: string; world: number }
  /** There is nothing at the cursor; what belongs to another file goes. */
  | { type: 'nothing'; isOther: boolean }
  | { type: 'cursor'; uri: string; line: number }
  | { type: 'played'; play: Play }
  /** A step has failed. */
  | { type: 'unplayed'; message: string }
  | { type: 'failed'; message: string };

/** What can be done with a picture whose parts are joined by hand. */
export const JOINING = 'Drag from one node to another to add a corridor, or press Shift+Enter at the one and Enter at the other.';

export type FromPage =
  | { type: 'tab'; tab: Tab }
  | { type: 'solution'; isShown: boolean }
  | { type: 'pin'; isOn: boolean }
  | { type: 'pause'; isOn: boolean }
  | { type: 'longer' }
  /** The frame that is shown is said here, if anywhere. */
  | { type: 'frame'; location?: Location }
  /** Asks for the picture of the solution of a number, from 1. */
  | { type: 'world'; number: number }
  | { type: 'reveal'; location: Location }
  /** Joins two parts of the picture. */
  | { type: 'join'; from: string; to: string }
  | { type: 'copy'; text: string }
  | { type: 'save'; name: string; format: 'svg' | 'png'; data: string }
  /** `isNew` begins a play of the game at the cursor. */
  | { type: 'play'; step: PlayStep; isNew: boolean };
