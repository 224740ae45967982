import { Button, Stack, Text } from '@mantine/core';
import { waitingProps } from '../../../ui/waiting-props.ts';
import classes from './sign-in-page.module.css';

interface LinkOutcomeProps {
  title: string;
  /** A paragraph each. */
  texts: readonly string[];
  /** The way on. */
  action: { readonly word: string; readonly isWaiting?: boolean; onClick(): void };
  isFailure?: boolean;
}

/** What became of a link, in place of its form, and the way on, which gets the focus. */
export function LinkOutcome({ title, texts, action, isFailure = false }: LinkOutcomeProps) {
  return (
    <Stack gap="md">
      <div role={isFailure ? 'alert' : 'status'}>
        <h2 className={classes.heading}>{title}</h2>
        {texts.map((text) => (
          <Text key={text} mt="xs">
            {text}
          </Text>
        ))}
      </div>
      <Button size="md" fullWidth autoFocus {...waitingProps(action.isWaiting)} onClick={action.onClick}>
        {action.word}
      </Button>
    </Stack>
  );
}
