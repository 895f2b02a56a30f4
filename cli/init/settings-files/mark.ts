/** Stands in every text file that init writes, so that a later init or undo knows it again. */
export const mark = 'Written by `coord init`.';
