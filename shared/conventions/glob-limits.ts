/** The bounds of the globs of a convention; `length` in characters. What a pattern stands for multiplies. */
export const globLimits = {
  perConvention: 50,
  length: 200,
  alternatives: 16,
  braces: 4,
  classes: 10,
} as const;
