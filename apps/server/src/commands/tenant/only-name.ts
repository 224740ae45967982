import { UsageError } from '../command.ts';

/** The name of an organisation, which is all that stands beside the options. @throws UsageError */
export function onlyName(positionals: readonly string[], action: string): string {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(`"tenant ${action}" takes one name.`);
  return name;
}
