// Where the program `puzzle` is: where the setting says, else in a build of the workspace, on the
// PATH, where Cargo installs, or in the extension itself, which some packages bring it with.

import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface Surroundings {
  /** The setting `puzzle.path`; empty when nothing is said. */
  setting: string;
  /** The folders of the workspace whose programs may be run: none when it is not trusted. */
  folders: string[];
  home: string;
  /** The variable PATH. */
  path: string;
  isWindows: boolean;
  /** The folder of the extension. */
  extension: string;
  exists?: (path: string) => boolean;
}

export type Found = { program: string } | { missing: string };

export function findBinary({ setting, folders, home, path, isWindows, extension, exists = existsSync }: Surroundings): Found {
  const { join, resolve, delimiter } = isWindows ? win32 : posix;
  if (setting !== '') {
    const program = resolve(folders[0] ?? home, setting.replace(/^~(?=$|[\\/])/, home));
    return exists(program) ? { program } : { missing: `There is no program \`${program}\`, where \`puzzle.path\` says.` };
  }
  const name = isWindows ? 'puzzle.exe' : 'puzzle';
  const directories = [
    ...folders.flatMap((folder) => [join(folder, 'target', 'release'), join(folder, 'target', 'debug')]),
    ...path.split(delimiter).filter((directory) => directory !== ''),
    join(home, '.cargo', 'bin'),
    join(extension, 'bin'),
  ];
  const program = directories.map((directory) => join(directory, name)).find(exists);
  return program ? { program } : { missing: 'The program puzzle, which checks and answers puzzles, was not found.' };
}
