/** What names its matter itself names its file too. */
export const pointsAt = /\b(?:it|that|this|them|those|these)\b/i;
