/** Of a button that sends, while something is being sent. */
export const waitingProps = (isWorking: boolean | undefined) => ({
  'aria-disabled': isWorking,
  'data-waiting': isWorking || undefined,
});
