import { Suspense, useState, type ReactNode } from 'react';
import type { ContentType } from '../../features/upload/state/content-types.ts';
import { useOpener } from '../../ui/opener.ts';
import { DropDialog, UploadWizard } from '../lazy-dialogs.ts';

interface Target {
  collectionUuid: string;
  /** Present for adding files to this item. */
  item?: { uuid: string; sgtt: string; pressmark: string };
  /** What is offered first. */
  type?: ContentType;
}

/** The upload wizard of a page, and what opens it. Once opened it stays, for its closing motion. */
export function useUploadWizard(): { wizard: ReactNode; openWizard(target: Target): void } {
  const [target, setTarget] = useState<Target>();
  const [opened, setOpened] = useState(false);
  /** The collection that several items at once go into. */
  const [manyInto, setManyInto] = useState<string>();
  const opener = useOpener();
  const close = () => {
    setOpened(false);
    setManyInto(undefined);
    opener.giveBack();
  };
  const goOnToMany = (collectionUuid: string) => {
    setOpened(false);
    setManyInto(collectionUuid);
  };
  return {
    openWizard: (next) => {
      opener.keep();
      setTarget(next);
      setOpened(true);
    },
    wizard: target && (
      <Suspense fallback={null}>
        <UploadWizard
          key={target.item?.uuid ?? target.collectionUuid}
          opened={opened}
          onClose={close}
          onMany={goOnToMany}
          {...target}
        />
        {manyInto !== undefined && <DropDialog collectionUuid={manyInto} entries={[]} onClose={close} />}
      </Suspense>
    ),
  };
}
