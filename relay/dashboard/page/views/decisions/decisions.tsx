import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Decisions() {
  return (
    <Page title="Decisions" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
