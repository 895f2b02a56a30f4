import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { asData } from '../../../../shared/kernel/display.ts';
import type { Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { Link } from './link.tsx';
import './page.css';

interface PageProps {
  readonly title: string;
  /** Set when everything of the first screen is there: what is photographed or tested waits for it. */
  readonly isReady: boolean;
  /** Beside the title: filters and what can be done. */
  readonly actions?: ComponentChildren;
  /** What the page lies in, such as the list of a record: its title and its address. */
  readonly above?: { readonly title: string; readonly to: string };
  /** The parts of the view, in place of the title, which they say: it is then for the tab and for readers of the screen. */
  readonly tabs?: ComponentChildren;
  /** The content has the title as its own h1, as the page of a record has; the header says only what it lies in. */
  readonly hasOwnTitle?: boolean;
  /** Fills the window and scrolls inside, such as a map; otherwise the page scrolls as a text. */
  readonly isFull?: boolean;
  readonly children: ComponentChildren;
}

/** The frame of one view: its title (also that of the tab), what can be done, and its content. */
export function Page(props: PageProps) {
  const { title, isReady, actions, above, tabs, ...more } = props;
  const { hasOwnTitle = false, isFull = false, children } = more;
  const { workspace } = usePlace();
  useLayoutEffect(() => {
    document.title = `${asData(title, 80)} · ${asData(workspace.value.name, 40)} · coord`;
  }, [title, workspace.value.name]);
  return (
    <main
      class="page"
      data-full={isFull || undefined}
      data-ready={isReady || undefined}
      aria-busy={!isReady}
    >
      <header class="page-head">
        {hasOwnTitle ? (
          <p class="page-in cut">
            {above !== undefined && (
              <Link to={above.to} data-escape>
                {above.title}
              </Link>
            )}
          </p>
        ) : (
          <h1 class={tabs === undefined ? 'cut' : 'unseen'}>
            {above !== undefined && <Above {...above} />}
            {asData(title)}
          </h1>
        )}
        {tabs}
        <div class="page-actions">{actions}</div>
      </header>
      <div class="page-body">{children}</div>
    </main>
  );
}

interface UnreadPageProps extends Required<Pick<PageProps, 'title' | 'above'>> {
  /** Why it is not shown; undefined while it is asked for. */
  readonly refusal: Refusal | undefined;
  /** What is said in place of the record. */
  readonly none: string;
  readonly children?: ComponentChildren;
}

/** In place of the page of a record: until it was read, and where it cannot be, with why. */
export function UnreadPage({ title, above, refusal, none, children }: UnreadPageProps) {
  return (
    <Page title={title} above={above} isReady={refusal !== undefined}>
      {refusal !== undefined && (
        <Empty title={none}>
          <p>{refusal.message}</p>
          {children}
        </Empty>
      )}
    </Page>
  );
}

function Above({ title, to }: { readonly title: string; readonly to: string }) {
  return (
    <>
      <Link to={to} class="page-above" data-escape>
        {title}
      </Link>
      <span class="faint" aria-hidden="true">
        /
      </span>
    </>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly title: ComponentChildren;
    readonly to: string;
    readonly isOpen: boolean;
  }[];
}

/** The parts of a view. Each has an address, so these are links. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ title, to, isOpen }) => (
        <Link key={to} to={to} aria-current={isOpen ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

interface EmptyProps {
  readonly title: string;
  /** Nothing else is in the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet: what would be here, and how it comes about. */
export function Empty({ title, isPage = false, children }: EmptyProps) {
  return (
    <div class="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}
