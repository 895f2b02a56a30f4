import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Page } from '../../kit/page.tsx';
import { useAddress } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { InboxContext, type InboxItem } from './parts/inbox-context.ts';
import { List, Nothing, isWide } from './list.tsx';
import { keyOf, nextAfter, type Item } from './model/items.ts';
import { Gone, Opened, useItem, useOver, type Over } from './opened.tsx';
import { names, useWaiting, useWithout, type Waiting } from './waiting.ts';
import './inbox.css';

/** What waits for a person, and nothing else. */
export default function Inbox() {
  const { href } = usePlace();
  const [waiting, take] = useWithout(useWaiting());
  const {
    rest: [kind, id],
    replace,
  } = useAddress();
  const { item, isWaiting } = useItem(waiting.items, { kind, id });
  const over = useOver({ kind, id }, isWaiting || !waiting.isReady);
  const { context, list, opened: openedPlace, back } = useOpenItem(waiting, { item, over, take });
  const isPage = kind !== undefined && !isWide.value;
  const first = waiting.items[0];
  // On a wide page something is always open, and stands in the address: so it stays when others settle it.
  useLayoutEffect(() => {
    if (isWide.value && kind === undefined && waiting.isReady && first !== undefined)
      replace(href('inbox', first.kind, first.id));
  }, [isWide.value, kind, waiting.isReady, first === undefined]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    back();
  };
  const isEmpty = waiting.isReady && waiting.count === 0 && waiting.groups.length === 0;
  const opened = kind !== undefined && waiting.isReady && (
    <section class="inbox-opened" aria-label="Opened" tabIndex={0} ref={openedPlace}>
      <InboxContext.Provider value={context}>
        {item === undefined ? (
          over && <Gone over={over} />
        ) : (
          <Opened key={keyOf(item)} item={item} />
        )}
      </InboxContext.Provider>
    </section>
  );
  return (
    <Page
      title={isPage ? (item === undefined ? 'Settled' : names[item.kind]) : 'Inbox'}
      isReady={waiting.isReady && (kind === undefined || item !== undefined || over !== undefined)}
      isFull
      {...(isPage && { above: { title: 'Inbox', to: href('inbox') } })}
      actions={!isPage && waiting.count > 0 && <Count waiting={waiting} />}
    >
      {isEmpty && kind === undefined ? (
        <Nothing />
      ) : (
        <div class="inbox" onKeyDown={onKeyDown}>
          {!isPage && (
            <div class="inbox-list" ref={list}>
              {isEmpty ? (
                <p class="inbox-list-empty quiet">Nothing else waits.</p>
              ) : (
                <List
                  waiting={waiting}
                  open={kind && id && keyOf({ kind, id })}
                  onFocus={(focused) =>
                    isWide.value && replace(href('inbox', focused.kind, focused.id))
                  }
                />
              )}
            </div>
          )}
          {opened}
        </div>
      )}
    </Page>
  );
}

function Count({ waiting: { count, groups } }: { readonly waiting: Waiting }) {
  if (groups.some(({ list }) => !list.isLoaded.value)) return null;
  return (
    <span class="quiet numbers" role="status">
      {count} waiting
    </span>
  );
}

interface OpenParts {
  readonly item: Item | undefined;
  readonly over: Over | undefined;
  /** Takes what was settled out of the list. */
  take(keys: Iterable<string>): void;
}

/** What the open item works with, and where the focus goes: to the row of what is open, and after something was settled to the next. */
function useOpenItem(waiting: Waiting, { item, over, take }: OpenParts) {
  const { href } = usePlace();
  const { go, replace } = useAddress();
  const list = useRef<HTMLDivElement>(null);
  const opened = useRef<HTMLElement>(null);
  const [isSettling, setSettling] = useState(false);
  const wanted = useRef<string | undefined>(undefined);
  const focusRow = (key: string | undefined) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = rows.find(({ dataset }) => dataset['key'] === key);
    row?.focus({ preventScroll: false });
    return row !== undefined;
  };
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(wanted.current)) wanted.current = undefined;
  });
  useEffect(() => {
    if (!waiting.isReady || document.activeElement !== document.body) return;
    if (!focusRow(item && keyOf(item))) opened.current?.focus();
  }, [waiting.isReady, item && keyOf(item)]);
  const items = waiting.items;
  const settle: InboxItem['settle'] = async (work, gone) => {
    if (item === undefined) return;
    const next = nextAfter(items, keyOf(item), gone);
    setSettling(true);
    const answer = await work();
    setSettling(false);
    if (answer === undefined) return;
    take([keyOf(item), ...(gone ?? [])]);
    wanted.current = next && keyOf(next);
    replace(next !== undefined && isWide.value ? href('inbox', next.kind, next.id) : href('inbox'));
  };
  const back = () => {
    wanted.current = item && keyOf(item);
    if (isWide.value) focusRow(wanted.current);
    else go(href('inbox'));
  };
  // What the person does is not told to them as if somebody else had.
  return {
    context: { items, over: isSettling ? undefined : over, settle } satisfies InboxItem,
    list,
    opened,
    back,
  };
}
