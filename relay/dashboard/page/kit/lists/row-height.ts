const isTouched = matchMedia('(pointer: coarse)').matches;

/** Of one agent, in rem: a finger needs more than a mouse. */
export const rowRem = isTouched ? 2.75 : 2.25;

/** Of one lane of the timeline. */
export const laneRem = isTouched ? 2.5 : 1.5;
