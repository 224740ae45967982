import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCrop, IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AVATAR_MAX_BYTES } from '@armarium/contract/accounts';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { UserPicture } from '../../../ui/user-picture.tsx';
import type { PictureChange } from '../picture-change.ts';
import { PictureCropper } from './picture-cropper.tsx';
import classes from './avatar-field.module.css';

interface AvatarFieldProps {
  /** Of the person; the initials stand where there is no picture. */
  name: string;
  /** Of the picture that the person has now. */
  address: string | null;
  value: PictureChange | undefined;
  /** The types of files that the chooser offers. */
  accept?: string;
  disabled?: boolean;
  onChange(change: PictureChange | undefined): void;
  /** Told when a part of a picture begins and ends to be chosen, which a form must not be sent without. */
  onCropping?(isCropping: boolean): void;
}

/**
 * A person's picture and what may become of it: another file, another part of it, none. Nothing is sent from here; the
 * form around it saves the change.
 */
export function AvatarField(props: AvatarFieldProps) {
  const { name, address, value, onChange, onCropping, disabled = false } = props;
  const { accept = 'image/png,image/jpeg,image/webp,image/gif' } = props;
  const { t } = useTranslation('avatar');
  const group = useId();
  const upload = useRef<HTMLButtonElement>(null);
  // The picture as it was chosen, so that another part of it can be taken.
  const [chosen, setChosen] = useState<HTMLImageElement>();
  const [cropped, setCropped] = useState<HTMLImageElement>();
  const [addresses] = useState(() => new Set<string>());
  useEffect(() => () => addresses.forEach((one) => URL.revokeObjectURL(one)), [addresses]);
  const [fault, setFault] = useState<'tooLarge' | 'unreadable'>();
  const shown = value?.kind === 'set' ? value.address : value ? null : address;

  const wasCropping = useRef(false);
  useEffect(() => {
    if (!cropped && wasCropping.current) upload.current?.focus();
    wasCropping.current = cropped !== undefined;
  }, [cropped]);

  const change = (next: PictureChange | undefined) => {
    setFault(undefined);
    onChange(next);
    // The button that was pressed may be gone.
    upload.current?.focus();
  };
  const crop = (picture: HTMLImageElement | undefined) => {
    setCropped(picture);
    onCropping?.(picture !== undefined);
  };
  const open = (source: string) => {
    setFault(undefined);
    const picture = new Image();
    picture.src = source;
    picture.decode().then(
      () => crop(picture),
      () => setFault('unreadable'),
    );
  };
  const choose = (file: File) => {
    if (file.size > AVATAR_MAX_BYTES) return setFault('tooLarge');
    const source = URL.createObjectURL(file);
    addresses.add(source);
    open(source);
  };

  if (cropped)
    return (
      <PictureCropper
        picture={cropped}
        onCancel={() => crop(undefined)}
        onConfirm={(next) => {
          setChosen(cropped);
          crop(undefined);
          onChange(next);
        }}
      />
    );
  return (
    <div className={classes.field} role="group" aria-labelledby={group}>
      <span id={group} className="visually-hidden">
        {t('picture')}
      </span>
      <UserPicture isLarge address={shown} name={name} />
      <div className={classes.choices}>
        <div className={classes.buttons}>
          <ChooseFileButton
            ref={upload}
            variant="default"
            disabled={disabled}
            leftSection={<IconUpload size={17} aria-hidden />}
            accept={accept}
            onChoose={choose}
          >
            {t(shown === null ? 'upload' : 'another')}
          </ChooseFileButton>
          {shown !== null && (
            <>
              <Button
                variant="default"
                disabled={disabled}
                leftSection={<IconCrop size={17} aria-hidden />}
                onClick={() => open(value && chosen ? chosen.src : shown)}
              >
                {t('crop')}
              </Button>
              <Button
                variant="default"
                className="danger"
                disabled={disabled}
                leftSection={<IconTrash size={17} aria-hidden />}
                onClick={() => change(address === null ? undefined : { kind: 'remove' })}
              >
                {t('remove')}
              </Button>
            </>
          )}
          {value && (
            <Button
              variant="subtle"
              disabled={disabled}
              leftSection={<IconArrowBackUp size={17} aria-hidden />}
              onClick={() => change(undefined)}
            >
              {t('undo')}
            </Button>
          )}
        </div>
        <p className={classes.status} role="status">
          {value && t(value.kind === 'set' ? 'willBeSet' : 'willBeRemoved')}
        </p>
        {fault && (
          <p className={classes.fault} role="alert">
            {t(fault)}
          </p>
        )}
      </div>
    </div>
  );
}
