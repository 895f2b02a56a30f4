const maxWords = 6;

/** The names that the words of a question may have in code: for `is string` these are `isString`, `IsString` and `is_string`. */
export function spellingsOf(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const [first = ''] = words;
  if (words.length === 0) return [];
  if (words.length === 1) return [...new Set([first, capital(first), small(first)])];
  if (words.length > maxWords) return [];
  const pascal = words.map(capital).join('');
  return [small(pascal), pascal, words.join('_').toLowerCase()];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function small(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}
