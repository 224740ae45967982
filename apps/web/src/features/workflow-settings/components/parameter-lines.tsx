import { WEBHOOK_TASK, type TaskTemplate } from '@armarium/contract/transition-tasks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HAS_SECRET, SECRET, SECRET_MISSING } from '../action-form.ts';
import { useParameterText, type ActionWords } from './use-action-words.ts';
import classes from './actions.module.css';

interface ParameterLinesProps {
  words: ActionWords;
  template: TaskTemplate;
  parameters: Readonly<Record<string, unknown>>;
}

/** The values of an action, a line each; of a webhook also whether its calls are signed. */
export function ParameterLines({ words, template, parameters }: ParameterLinesProps) {
  return (
    <>
      {template.parameters
        .filter(({ name }) => name !== SECRET)
        .map((parameter) => (
          <ParameterLine
            key={parameter.name}
            words={words}
            parameter={parameter}
            value={parameters[parameter.name]}
          />
        ))}
      {template.name === WEBHOOK_TASK && <SignatureLine parameters={parameters} />}
    </>
  );
}

interface ParameterLineProps {
  words: ActionWords;
  parameter: TaskTemplate['parameters'][number];
  value: unknown;
}

/** The value of a parameter; nothing where it has none. */
function ParameterLine({ words, parameter, value }: ParameterLineProps) {
  const text = useParameterText(words, parameter, value);
  if (text === '') return null;
  return (
    <p className={classes.parameter} data-long={parameter.name === 'body' || undefined}>
      {words.parameterOf(parameter)}: <span dir="auto">{text}</span>
    </p>
  );
}

function SignatureLine({ parameters }: Pick<ParameterLinesProps, 'parameters'>) {
  const { t } = useTranslation('workflowSettings');
  if (parameters[SECRET_MISSING] === true)
    return (
      <p className={classes.lacking}>
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
        {t('secret.missing')}
      </p>
    );
  return (
    <p className={classes.parameter}>
      {t(parameters[HAS_SECRET] === true ? 'signedCalls' : 'unsignedCalls')}
    </p>
  );
}
