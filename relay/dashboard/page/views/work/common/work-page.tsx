import type { ComponentChildren } from 'preact';
import { Page, Tabs } from '../../../kit/page.tsx';
import { usePlace } from '../../../place/place.ts';
import { tabs, type Tab } from './parts.ts';

interface WorkPageProps {
  readonly tab: Tab['kind'];
  readonly isReady: boolean;
  readonly isFull?: boolean;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One tab of the view. */
export function WorkPage({ tab, ...rest }: WorkPageProps) {
  const { href } = usePlace();
  const title = tabs.find(({ kind }) => kind === tab)?.title ?? '';
  return (
    <Page
      {...rest}
      title={title}
      tabs={
        <Tabs
          label="Work"
          tabs={tabs.map(({ kind, title: name, path }) => ({
            title: name,
            to: href('work', ...path),
            isOpen: kind === tab,
          }))}
        />
      }
    />
  );
}
