import { isLibrary, knownEndings, programObjects } from './file-words.ts';

const maxNames = 50;
/** A run of characters that a path may contain. */
const word = /[\p{L}\p{N}_@.\-/[\]()]+/gu;
const file = /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]\.[a-z][a-z0-9]{0,7}$/iu;
/** Words that look like files but are not: addresses, abbreviations, and versions such as 1.x. */
const noFile =
  /^(?:www\.|https?:)|^(?:e\.g|i\.e|etc|vs|a\.m|p\.m)$|\.(?:com|org|net|io|dev|app|ai)$|^v?\d+(?:\.\d+)*\.x$/i;
/** Files that have no ending. */
const bare =
  /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*(?:CODEOWNERS|Dockerfile|Makefile|Jenkinsfile|Procfile|Gemfile|Vagrantfile|\.\p{Ll}+(?:rc|ignore))$/u;
/** "the file notes.old", "the env.prod file". */
const saidBefore = /\bfiles?\s+[`"'“‘]?$/i;
const saidAfter = /^[`"'”’]?\s+files?\b/i;

/** Whether a word is the name of a file: with its folder, or with an ending that files have and is no library's name. */
export function isFileName(word: string): boolean {
  return bare.test(word) || (mayBeFile(word) && (/\//.test(word) || isKnownAsFile(word)));
}

/** Also `moment.js` and `console.log`, which are files only where the workspace has such a file. */
function mayBeFile(word: string): boolean {
  return file.test(word) && !noFile.test(word);
}

function isKnownAsFile(word: string): boolean {
  const [head = ''] = word.toLowerCase().split('.');
  const ending = word.slice(word.lastIndexOf('.') + 1).toLowerCase();
  return knownEndings.has(ending) && !programObjects.has(head) && !isLibrary(word);
}

/** The files that a text names, as written there: with a path, or by the bare name. Each once, at most 50. */
export function fileNamesIn(text: string): string[] {
  return namesIn(text).flatMap(({ name, isSaid }) => (isSaid || isFileName(name) ? [name] : []));
}

/** The words of a text that are files only where the workspace has them: the names of libraries, `state.items`. */
export function possibleFileNamesIn(text: string): string[] {
  return namesIn(text).flatMap(({ name, isSaid }) => (isSaid || isFileName(name) ? [] : [name]));
}

/** `isSaid`: it is called a file. */
function namesIn(text: string): { readonly name: string; readonly isSaid: boolean }[] {
  const found = new Map<string, boolean>();
  for (const { 0: raw, index } of text.matchAll(word)) {
    const name = raw.replace(/^[([]+|[.)\]/]+$/g, '');
    if (!bare.test(name) && !mayBeFile(name)) continue;
    const isSaid =
      saidBefore.test(text.slice(Math.max(0, index - beside), index)) ||
      saidAfter.test(text.slice(index + raw.length, index + raw.length + beside));
    found.set(name, isSaid || (found.get(name) ?? false));
    if (found.size >= maxNames) break;
  }
  return [...found].map(([name, isSaid]) => ({ name, isSaid }));
}

const beside = 12;
