import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Graph() {
  return (
    <Page title="Graph" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
