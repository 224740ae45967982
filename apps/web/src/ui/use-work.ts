import { useState } from 'react';

/** Changes that a person starts, one at a time, and the failure of the last one. */
export function useWork() {
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** @returns whether the change was done; false too while another one is under way */
  const work = async (change: () => Promise<unknown>): Promise<boolean> => {
    if (isWorking) return false;
    setWorking(true);
    setFailure(undefined);
    try {
      await change();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setWorking(false);
    }
  };
  return { isWorking, failure, work, forgetFailure: () => setFailure(undefined) };
}
