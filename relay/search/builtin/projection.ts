export const dimensions = 384;
const squaresModulo11: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);
const paleyRows = Array.from({ length: 12 }, (_, row) =>
  Array.from({ length: 12 }, (_, column) => paleySign(row, column)),
);

/** A number from 0 to 2^32 - 1 that differs for nearly all texts (FNV-1a, then mixed). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
}

/**
 * Adds a point given by its concepts, one amount for each of the 384: the sum of as many vectors at right angles to each other, each with a
 * sign in every dimension, so each dimension says something about every concept. They are the rows of a Hadamard matrix of order 384,
 * the product of one of order 12 (Paley's, from the squares modulo 11) and one of order 32 (Sylvester's).
 */
export function addRotated(sum: Float32Array, amounts: Float64Array, factor: number): void {
  const rotated = new Float64Array(dimensions);
  for (let start = 0; start < dimensions; start += 12) {
    for (let row = 0; row < 12; row += 1) {
      const amount = amounts[start + row] ?? 0;
      if (amount !== 0) addRow(rotated, start, paleyRows[row] ?? [], amount);
    }
  }
  for (let half = 12; half < dimensions; half *= 2) addAndSubtract(rotated, half);
  const scale = factor / Math.sqrt(dimensions);
  for (let index = 0; index < dimensions; index += 1) {
    sum[index] = (sum[index] ?? 0) + (rotated[index] ?? 0) * scale;
  }
}

function addRow(sum: Float64Array, start: number, signs: readonly number[], amount: number): void {
  for (let column = 0; column < 12; column += 1) {
    sum[start + column] = (sum[start + column] ?? 0) + (signs[column] ?? 0) * amount;
  }
}

/** One round of the fast Hadamard transform: blocks of `half` numbers become their sums and differences in pairs. */
function addAndSubtract(values: Float64Array, half: number): void {
  for (let block = 0; block < values.length; block += 2 * half) {
    for (let index = block; index < block + half; index += 1) {
      const first = values[index] ?? 0;
      const second = values[index + half] ?? 0;
      values[index] = first + second;
      values[index + half] = first - second;
    }
  }
}

/** Adds a vector of the given length that has signs in about `count` dimensions, which the hash chooses. */
export function addHashed(
  sum: Float32Array,
  hash: number,
  { count, length }: { count: number; length: number },
): void {
  const step = length / Math.sqrt(count);
  let state = hash;
  for (let index = 0; index < count; index += 1) {
    state = (state + 0x9e3779b9) | 0;
    const bits = mixed(state);
    const place = (bits >>> 8) % dimensions;
    sum[place] = (sum[place] ?? 0) + ((bits & 1) === 0 ? step : -step);
  }
}

export function addScaled<Numbers extends Float32Array | Float64Array>(
  sum: Numbers,
  vector: Numbers,
  factor: number,
): void {
  for (let index = 0; index < sum.length; index += 1) {
    sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0) * factor;
  }
}

export function lengthOf(vector: Float32Array | Float64Array): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) squares += (vector[index] ?? 0) ** 2;
  return Math.sqrt(squares);
}

function paleySign(row: number, column: number): number {
  if (row === 0 || row === column) return 1;
  if (column === 0) return -1;
  return squaresModulo11.has((column - row + 11) % 11) ? 1 : -1;
}

function mixed(state: number): number {
  let bits = state;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
