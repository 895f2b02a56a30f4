import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Work() {
  return (
    <Page title="Work" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
