import { RunningArmarium } from './start-armarium.ts';

/**
 * Before all tests that start the program: one installation is made and stopped, for the others to begin as copies of
 * it. What a first start does is tried where it is the subject, in tests/faults/first-start.soak.test.ts.
 */
export default async function makeInstallation(): Promise<() => Promise<void>> {
  const armarium = await RunningArmarium.start();
  await armarium.stop();
  process.env['ARMARIUM_MADE_INSTALLATION'] = armarium.dataDir;
  return () => armarium.close();
}
