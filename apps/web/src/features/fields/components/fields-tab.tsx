import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { Template } from '@armarium/contract/templates';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { useOpened } from '../../../ui/opener.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { fieldsQuery, type ReadFields } from '../api/fields.ts';
import { blankField, freeId, type FieldDraft } from '../field-form.ts';
import { kinds, rememberedKind, rememberKind } from '../kinds.ts';
import type { Note } from './use-field-order.ts';
import { FieldLists } from './field-lists.tsx';
import { EditFieldDialog } from './edit-field-dialog.tsx';
import { NewFieldDialog } from './new-field-dialog.tsx';
import classes from './fields.module.css';

interface FieldsTabProps {
  /** Shows what a cataloguer sees of the fields of a kind. */
  preview(fields: readonly Template[], type: TemplateResourceType): ReactNode;
}

type Opened = { dialog: 'new'; draft?: FieldDraft } | { dialog: 'edit'; uuid: string };

/** The tab Metadata of the configuration: the fields of each kind of record (back office §2.2). */
export function FieldsTab({ preview }: FieldsTabProps) {
  const { t } = useTranslation('fields');
  const [type, setType] = useState(rememberedKind);
  const query = useQuery(fieldsQuery(type));
  const { opened, open, replace, close } = useOpened<Opened>();
  /** What was done last in a dialog, to be told where the fields stand. */
  const [note, setNote] = useState<Note>();
  const choose = (kind: TemplateResourceType) => {
    setType(kind);
    setNote(undefined);
    rememberKind(kind);
  };
  const fields = query.data?.fields;
  const duplicate = (draft: FieldDraft) => {
    const name = freeId(draft.name, fields?.map((one) => one.name) ?? []);
    replace({ dialog: 'new', draft: { ...draft, name } });
  };
  return (
    <>
      <div className={classes.head}>
        <NativeSelect
          label={t('entity')}
          className={classes.entity ?? ''}
          value={type}
          onChange={(event) => choose(event.currentTarget.value as TemplateResourceType)}
          data={kinds.map(({ type: value, word }) => ({ value, label: t(word) }))}
        />
        <p role="status" className={`${classes.count} tabular`}>
          {fields && t('count', { count: fields.length, formatted: grouped(fields.length) })}
        </p>
        <Button
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
          onClick={() => open({ dialog: 'new' })}
        >
          {t('add')}
        </Button>
      </div>
      {query.data ? (
        <Fields
          // Another kind has an order, and a last move, of its own.
          key={type}
          type={type}
          read={query.data}
          note={note}
          preview={preview}
          onOpen={(uuid) => open({ dialog: 'edit', uuid })}
        />
      ) : (
        <PendingRows query={query} height_px={64} />
      )}
      {opened?.dialog === 'new' && (
        <NewFieldDialog
          key={opened.draft?.name ?? ''}
          begin={opened.draft ?? blankField(type)}
          isCopy={opened.draft !== undefined}
          onMade={(kind, text) => {
            choose(kind);
            setNote({ text });
          }}
          onClose={close}
        />
      )}
      {opened?.dialog === 'edit' && (
        <EditFieldDialog
          uuid={opened.uuid}
          onDuplicate={duplicate}
          onDone={(text) => {
            setNote({ text });
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface FieldsProps extends FieldsTabProps {
  type: TemplateResourceType;
  read: ReadFields;
  note: Note | undefined;
  onOpen(uuid: string): void;
}

function Fields({ type, read, note, preview, onOpen }: FieldsProps) {
  const { t } = useTranslation('fields');
  const [shown, setShown] = useState<readonly Template[]>();
  return (
    <div className={classes.columns}>
      <FieldLists type={type} read={read} note={note} onOrder={setShown} onOpen={onOpen} />
      <div className={classes.preview}>
        <PageSection title={t('preview.title')} text={t('preview.text')}>
          {preview(shown ?? read.fields, type)}
        </PageSection>
      </div>
    </div>
  );
}
