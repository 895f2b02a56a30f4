import { wantedText, type WantedProps } from './wanted-text.ts';

/** Who else wants what is held; nothing where nobody does. */
export function Wanted(props: WantedProps) {
  if (props.contests.length === 0) return null;
  return <span class="wanted">{wantedText(props)}</span>;
}
