import type { FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/page.tsx';
import { useAddress } from '../place/address.ts';
import { usePlace } from '../place/place.ts';
import { views, type View } from './views.ts';

const opened = new Map<string, FunctionComponent>();

/** The view that the address names. */
export function OpenView() {
  const { view: path } = useAddress();
  const view = views.find((one) => one.path === path);
  if (view === undefined) return <NoSuchPage />;
  return <LoadedView key={view.path} view={view} />;
}

function LoadedView({ view }: { readonly view: View }) {
  const [, setLoaded] = useState(0);
  const [error, resetError] = useErrorBoundary((problem) => console.error(problem));
  useEffect(() => {
    if (opened.has(view.path)) return;
    view.load().then(
      ({ default: component }) => {
        opened.set(view.path, component);
        setLoaded((count) => count + 1);
      },
      () => setLoaded(-1),
    );
  }, [view]);
  if (error !== undefined)
    return (
      <main class="alone" data-ready>
        <Empty title={`${view.title} could not be shown`}>
          <p>{error instanceof Error ? error.message : String(error)}</p>
          <Button onClick={resetError}>Try again</Button>
        </Empty>
      </main>
    );
  const Component = opened.get(view.path);
  return Component === undefined ? <main class="alone" aria-busy="true" /> : <Component />;
}

function NoSuchPage() {
  const { href } = usePlace();
  const { go } = useAddress();
  return (
    <main class="alone" data-ready>
      <Empty title="There is no such page">
        <Button onClick={() => go(href('now'))}>Go to Now</Button>
      </Empty>
    </main>
  );
}
