import type { ComponentChildren, JSX } from 'preact';
import type { Records } from '../../state/records.ts';
import { More } from './more.tsx';
import { Rows } from './rows.tsx';

interface RecordRowsProps<T> {
  readonly list: Records<T>;
  /** What the list is of, for readers of the screen. */
  readonly label: string;
  /** One record, with its key. */
  row(item: T): JSX.Element;
  /** What stands there when there are no records. */
  readonly none: ComponentChildren;
  readonly head?: ComponentChildren;
  readonly legend?: ComponentChildren;
}

/** A list of records as rows, with what is said when it is empty, and the way to its next page. */
export function RecordRows<T>({ list, label, row, none, head, legend }: RecordRowsProps<T>) {
  const items = list.items.value;
  return (
    <>
      {items.length === 0 && list.state.value === 'ready' && none}
      {items.length > 0 && (
        <>
          {head}
          <Rows label={label}>{items.map((item) => row(item))}</Rows>
          {legend}
        </>
      )}
      <More list={list} />
    </>
  );
}
