import { Button, Text } from '@mantine/core';
import { DialogActions } from './dialog.tsx';

interface DiscardQuestionProps {
  /** Whether the changes may be discarded, in words. */
  question: string;
  keepWord: string;
  discardWord: string;
  onKeep(): void;
  onDiscard(): void;
}

/** Takes the place of a form's buttons while it asks whether the changes may be discarded. */
export function DiscardQuestion({
  question,
  keepWord,
  discardWord,
  onKeep,
  onDiscard,
}: DiscardQuestionProps) {
  return (
    <DialogActions role="alert">
      <Text size="sm" flex={1} miw={200}>
        {question}
      </Text>
      <Button variant="default" onClick={onKeep} autoFocus>
        {keepWord}
      </Button>
      <Button color="red.9" onClick={onDiscard}>
        {discardWord}
      </Button>
    </DialogActions>
  );
}
