/** A place in a text that may name a symbol. */
export interface NamedSymbol {
  /** As it stands there. */
  readonly written: string;
  /** What its name may be in code, the likeliest first. */
  readonly names: readonly string[];
}

const maxNames = 30;
const identifier = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const kind = '(?:function|class|interface|enum|component|hook|helper|method|module)';
/** Tried once in a word, and with few members, so that the longest text is read in linear time. */
const wordStart = String.raw`(?<![\p{L}\p{N}_$])`;
const members = String.raw`(?:\.${identifier}){0,20}`;
/** What stands in a sign of code: a call, or an identifier between backticks, perhaps with a member behind a point. */
const marked = new RegExp(`\`(${identifier})${members}(?:\\(\\))?\``, 'gu');
const called = new RegExp(`${wordStart}(${identifier})${members}\\(\\)`, 'gu');
const beforeKind = new RegExp(`${wordStart}((?:${identifier} +){1,3})${kind}\\b`, 'giu');
const afterKind = new RegExp(`\\b${kind} (${identifier})`, 'giu');
/** A word with a capital or an underscore inside. */
const mixed =
  /(?<![\p{L}\p{N}_$./-])[\p{L}$][\p{L}\p{N}$]*(?:[\p{Ll}\p{N}]\p{Lu}|_\p{L})[\p{L}\p{N}_$]*/gu;

/** Products and techniques that are written like a class; a class of that name needs a sign of code. */
const products =
  /^(?:GitHub|GitLab|JavaScript|TypeScript|PostgreSQL|MySQL|SQLite|NoSQL|GraphQL|OpenAPI|OpenAI|WebSockets?|WebRTC|OAuth|DevOps|NodeJS|NextJS|macOS|iOS|YouTube|LinkedIn|PowerPoint|FaceTime|MongoDB|DynamoDB|JetBrains|ChatGPT|CircleCI|BitBucket|IntelliJ|VSCode|JSONSchema|McDonalds)$/;
/** Words that stand beside "function" or "class" and name none. */
const plain =
  /^(?:gets?|takes?|needs?|does|do|goes|a|an|the|this|that|these|those|our|their|its|his|her|my|your|each|every|any|some|no|one|new|old|same|whole|of|in|to|for|with|from|is|are|was|be|and|or|as|we|you|they|it|i|which|where|when|has|have|will|should|can|must|first|world|business|high|names?|use|add|keep|make|move|split|rename|remove|delete|change|drop|into|by|base|helper|main)$/i;

/**
 * The names of functions, classes, interfaces and enums that a text may hold, each once: what stands in backticks or is called,
 * what is written like code (`parseConfig`), and what is said to be one ("the session store class").
 */
export function symbolNamesIn(text: string): NamedSymbol[] {
  const found = new Map<string, NamedSymbol>();
  const add = (written: string, names: readonly string[]) => {
    if (!found.has(written) && found.size < maxNames) found.set(written, { written, names });
  };
  for (const [, name = ''] of text.matchAll(marked)) add(name, [name]);
  for (const [, name = ''] of text.matchAll(called)) add(name, [name]);
  for (const [name] of text.matchAll(mixed)) if (!products.test(name)) add(name, [name]);
  for (const [, words = ''] of text.matchAll(beforeKind)) addWords(words, add);
  for (const [, name = ''] of text.matchAll(afterKind))
    if (!plain.test(name)) add(name, spellingsOf(name));
  return [...found.values()];
}

/** "the session store" class: `sessionStore` or `SessionStore`, else `store` or `Store`. */
function addWords(words: string, add: (written: string, names: readonly string[]) => void): void {
  const all = words.trim().split(/ +/);
  const own = all.slice(all.findLastIndex((word) => plain.test(word)) + 1);
  if (own.length === 0) return;
  const written = own.join(' ');
  const names = own.flatMap((_, from) => spellingsOf(own.slice(from).join(' ')));
  add(written, names);
}

/** The words of a text that a symbol may be called, each once: for a file that is named beside them. */
export function wordsOfCode(text: string): string[] {
  const words = text.replaceAll(path, ' ').match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !plain.test(word)).slice(0, maxWords);
}

const maxWords = 60;
/** What is part of a path is no word; in `src/a.ts#parse` the name is one. */
const path = /(?<![^\s#])(?:[^\s#]*\/[^\s#]*|[^\s#]+\.[cm]?[jt]sx?\b)/gu;

const maxSpelledWords = 6;

/** The names that the words of a question may have in code: for `is string` these are `isString`, `IsString` and `is_string`. */
export function spellingsOf(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const [first = ''] = words;
  if (words.length === 0) return [];
  if (words.length === 1) return [...new Set([first, capital(first), small(first)])];
  if (words.length > maxSpelledWords) return [];
  const pascal = words.map(capital).join('');
  return [small(pascal), pascal, words.join('_').toLowerCase()];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function small(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}
