import type { ImportedStory } from '@armarium/contract/stories';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { stepNumbers } from '../step-numbers.ts';
import classes from './import-story.module.css';

/** Tells what was imported and what should be checked. */
export function ImportOutcome({ story }: { story: ImportedStory }) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const { annotations: steps } = story;
  const numbersOf = (check: (typeof steps)[number]['check']) =>
    steps.flatMap((step, index) => (step.check === check ? [index + 1] : []));
  const missing = numbersOf('image-missing');
  const found = {
    missing,
    replaced: numbersOf('image-replaced'),
    // No area can be drawn in a step without an image.
    whole: story.stepsWithoutRegion.filter((number) => !missing.includes(number)),
  };
  const lines = (['missing', 'replaced', 'whole'] as const)
    .filter((what) => found[what].length > 0)
    .map((what) =>
      t(`import.look.${what}`, {
        count: found[what].length,
        formatted: grouped(found[what].length),
        steps: stepNumbers(found[what]),
      }),
    );
  const notRead = { leftOut: story.annotationsLeftOut, linked: story.linkedPages };
  for (const what of ['leftOut', 'linked'] as const) {
    const count = notRead[what];
    if (count > 0) lines.push(t(`import.look.${what}`, { count, formatted: grouped(count) }));
  }
  return (
    <>
      <p className={classes.done} dir="auto">
        {t('import.done', {
          title: titleOf(story, t('catalogue:untitled')),
          count: steps.length,
          formatted: grouped(steps.length),
        })}
      </p>
      {lines.length === 0 ? (
        <p className={classes.text}>{t('import.complete')}</p>
      ) : (
        <ul className={classes.look}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
