import type { TagsInputProps } from '@mantine/core';

/** How lists of texts are typed as chips. */
export const chipProps = {
  mb: 'md',
  clearable: false,
  acceptValueOnBlur: true,
  // Enter ends an entry. Where nothing is typed it must not send the form.
  onKeyDown: (event) => {
    if (event.key === 'Enter' && event.currentTarget.value.trim() === '') event.preventDefault();
  },
} as const satisfies TagsInputProps;
