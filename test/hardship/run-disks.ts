export async function runDisks(): Promise<readonly string[]> {
  return [];
}
