const least = 6;

/** CMD-5: each id with as much of it as tells it from the others, at least six characters after its type. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  const short = sorted.map((id, at): [string, string] => {
    const before = sharedLength(id, sorted[at - 1]);
    const after = sharedLength(id, sorted[at + 1]);
    const start = id.indexOf('_') + 1;
    return [id, id.slice(0, Math.max(start + least, before + 1, after + 1))];
  });
  return new Map(short);
}

function sharedLength(one: string, other: string | undefined): number {
  let length = 0;
  while (other !== undefined && length < one.length && one[length] === other[length]) length += 1;
  return length;
}
