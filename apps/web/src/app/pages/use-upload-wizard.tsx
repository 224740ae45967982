import { Suspense, useState, type ReactNode } from 'react';
import type { ContentType } from '../../features/upload/state/content-types.ts';
import { useOpener } from '../../ui/opener.ts';
import { DropDialog, UploadWizard } from '../lazy-dialogs.ts';

interface Target {
  collection: { uuid: string; sgtt: string };
  /** Present for adding files to this item. */
  item?: { uuid: string; sgtt: string; pressmark: string };
  /** What is offered first. */
  type?: ContentType;
}

/** The upload wizard of a page, and what opens it. Once opened it stays, for its closing motion. */
export function useUploadWizard(): { wizard: ReactNode; openWizard(target: Target): void } {
  const [target, setTarget] = useState<Target>();
  const [opened, setOpened] = useState(false);
  const [isForMany, setForMany] = useState(false);
  const opener = useOpener();
  const close = () => {
    setOpened(false);
    setForMany(false);
    opener.giveBack();
  };
  const goOnToMany = (collection: Target['collection']) => {
    setTarget({ collection });
    setOpened(false);
    setForMany(true);
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
          key={target.item?.uuid ?? target.collection.uuid}
          opened={opened}
          onClose={close}
          onMany={goOnToMany}
          {...target}
        />
        {isForMany && <DropDialog collection={target.collection} entries={[]} onClose={close} />}
      </Suspense>
    ),
  };
}
