import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Conventions() {
  return (
    <Page title="Conventions" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
