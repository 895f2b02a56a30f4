import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { parseJson } from '../../shared/kernel/json.ts';

/** Stands for the file in the words of a command. */
export const fileMark = '{}';

/**
 * MTG-20: the program and the arguments in a setting: a JSON array of texts, or words with spaces between. What stands in single or
 * double quotes is one word; a backslash is a backslash. No shell reads it.
 */
export function commandWords(setting: string): readonly [string, ...string[]] | Refusal {
  const words = setting.trimStart().startsWith('[') ? listed(setting) : split(setting);
  if (words === undefined) {
    return refuse(
      'ValidationError',
      'A command is words with spaces between, each quote closed, or a JSON array of texts.',
    );
  }
  const [program = '', ...given] = words;
  if (program === '') return refuse('ValidationError', 'The command names no program.');
  const namesFile = given.some((word) => word.includes(fileMark));
  return [program, ...given, ...(namesFile ? [] : [fileMark])];
}

function listed(setting: string): string[] | undefined {
  const given = parseJson(setting);
  if (!Array.isArray(given)) return undefined;
  return given.every((word) => typeof word === 'string') ? given : undefined;
}

/** Undefined where a quote is not closed. */
function split(setting: string): string[] | undefined {
  const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/y;
  const words: string[] = [];
  for (let at = 0; at < setting.length;) {
    if (/\s/.test(setting[at] ?? '')) {
      at += 1;
      continue;
    }
    word.lastIndex = at;
    const [found] = word.exec(setting) ?? [];
    if (found === undefined) return undefined;
    words.push(found.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    at += found.length;
  }
  return words;
}
