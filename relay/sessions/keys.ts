/** The keys of rows, each once. */
export function unique<T extends readonly string[]>(keys: readonly T[]): T[] {
  const byText = new Map<string, T>();
  for (const key of keys) byText.set(keyText(key), key);
  return [...byText.values()];
}

export function keyText(key: readonly string[]): string {
  return key.join('\n');
}
