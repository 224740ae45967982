import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '../../apps/web/src/ui/theme.css';
import { englishOfAdministration } from '../../apps/web/src/app/english-of-administration.ts';
import { AvatarField } from '../../apps/web/src/features/people/components/avatar-field.tsx';
import type { PictureChange } from '../../apps/web/src/features/people/picture-change.ts';
import { addWords, chooseLanguage } from '../../apps/web/src/lib/i18n.ts';
import { theme } from '../../apps/web/src/ui/theme.ts';

interface Shown {
  readonly name: string;
  readonly address: string | null;
}

/** Shows the field for a person's picture without a form around it. @returns takes it away */
export function showAvatarField(
  shown: Shown,
  onChange: (change: PictureChange | undefined) => void,
): () => void {
  addWords('en', englishOfAdministration);
  chooseLanguage('en');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <MantineProvider theme={theme}>
      <Alone {...shown} onChange={onChange} />
    </MantineProvider>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}

interface AloneProps extends Shown {
  readonly onChange: (change: PictureChange | undefined) => void;
}

function Alone({ name, address, onChange }: AloneProps) {
  const [value, setValue] = useState<PictureChange>();
  return (
    <AvatarField
      name={name}
      address={address}
      value={value}
      onChange={(change) => {
        setValue(change);
        onChange(change);
      }}
    />
  );
}
