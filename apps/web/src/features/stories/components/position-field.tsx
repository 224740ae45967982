import type { StoryInList } from '@armarium/contract/stories';
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import classes from './stories.module.css';

interface PositionFieldProps {
  story: StoryInList;
  /** 1-based, as its series has it. */
  position: number;
  /** Of the stories of the series. */
  total: number;
  /** Whether it is asked right now if the story is to be moved. */
  isAsking: boolean;
  /** Whether it can't be changed. */
  isFixed: boolean;
  /** @param from gets the focus back after the question */
  onWant(position: number, from: Element): void;
}

/** The position of a story in its series (SERIES-09, SERIES-10). It shows the old one again when it was not moved. */
export function PositionField({ story, position, total, isAsking, isFixed, onWant }: PositionFieldProps) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const id = useId();
  const [text, setText] = useState(String(position));
  const [before, setBefore] = useState({ position, isAsking });
  if (before.position !== position || before.isAsking !== isAsking) {
    setBefore({ position, isAsking });
    // It was moved, or the question was cancelled.
    if (!isAsking) setText(String(position));
  }
  /** At Enter, and when the field is left: neither a digit nor a step of the arrows asks yet. */
  const take = (field: HTMLInputElement) => {
    if (isAsking) return;
    const typed = Number(text);
    const to = Math.min(typed, total);
    if (Number.isInteger(typed) && typed >= 1 && to !== position) onWant(to, field);
    else setText(String(position));
  };
  return (
    // A long press in the field does not choose the card.
    <div className={classes.position} onPointerDown={(event) => event.stopPropagation()}>
      <label htmlFor={id} aria-hidden>
        {t('position')}
      </label>
      <TextInput
        id={id}
        type="number"
        min={1}
        max={total}
        step={1}
        w="6em"
        size="sm"
        aria-label={t('positionOf', { title: titleOf(story, t('catalogue:untitled')) })}
        value={text}
        readOnly={isFixed}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The key would press the button of the question that gets the focus.
          event.preventDefault();
          take(event.currentTarget);
        }}
      />
    </div>
  );
}
