import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import { DeleteCollection } from './delete-collection.tsx';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';
import { PlaceCollection, UnlinkCollection } from './collection-place.tsx';
import { CollectionSummary } from './collection-summary.tsx';
import { CreateCollection } from './new-collection.tsx';
import { ShowCollection } from './show-collection.tsx';
import type { CollectionDialogsProps, Step } from './collection-dialog.ts';

/** The dialogs of a collection (catalogue §2): create one below it, look at it and change it, its totals. */
export function CollectionDialogs(given: CollectionDialogsProps) {
  const [step, setStep] = useState<Step>();
  // As it is now: it is changed while the dialog is open.
  const { data: collection = given.collection } = useQuery(collectionQuery(given.collection.uuid));
  const props = { ...given, collection };
  const onBack = () => setStep(undefined);
  if (props.dialog === 'create') return <CreateCollection {...props} />;
  if (props.dialog === 'summary') return <CollectionSummary {...props} />;
  if (step === 'move' || step === 'link') return <PlaceCollection {...props} way={step} onBack={onBack} />;
  if (step === 'unlink') return <UnlinkCollection {...props} onBack={onBack} />;
  if (step === 'delete') return <DeleteCollection {...props} onBack={onBack} />;
  if (step === 'workflow') return <CollectionWorkflow {...props} />;
  return <ShowCollection {...props} onStep={setStep} />;
}

function CollectionWorkflow({ collection, opened, onClose }: CollectionDialogsProps) {
  const { t } = useTranslation('catalogue');
  const title = titleOf(collection, t('untitled'));
  return <WorkflowDialog records={[{ ...collection, title }]} opened={opened} onClose={onClose} />;
}
