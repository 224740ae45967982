interface AutoplayOptions {
  /** How long the step that is shown stays. */
  readonly delay_s: () => number;
  /** The time of the step is over. */
  readonly onTime: () => void;
  /** Whole seconds that are left; undefined while no time passes. */
  readonly onLeft: (seconds: number | undefined) => void;
  readonly onChange: (isPlaying: boolean) => void;
}

const TICK_ms = 200;

/** Goes on by itself, once it is asked to. The time of a step begins when it is shown. */
export function autoplay({ delay_s, onTime, onLeft, onChange }: AutoplayOptions) {
  let isPlaying = false;
  let ends_ms: number | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;

  const hold = () => {
    clearInterval(ticking);
    ticking = undefined;
    onLeft(undefined);
  };
  const tellLeft = () => {
    const left_ms = (ends_ms ?? 0) - performance.now();
    onLeft(Math.max(0, Math.ceil(left_ms / 1000)));
    return left_ms;
  };
  const tick = () => {
    if (tellLeft() > 0) return;
    hold();
    onTime();
  };
  const begin = () => {
    if (!isPlaying) return;
    hold();
    ends_ms = performance.now() + delay_s() * 1000;
    ticking = setInterval(tick, TICK_ms);
    // A step without a time ends with the first tick and not here: the caller is still showing it.
    tellLeft();
  };
  return {
    get isPlaying() {
      return isPlaying;
    },
    /** @param isShown whether the step is shown already, so that its time begins now */
    play(isShown: boolean): void {
      if (isPlaying) return;
      isPlaying = true;
      onChange(true);
      if (isShown) begin();
    },
    pause(): void {
      if (!isPlaying) return;
      isPlaying = false;
      hold();
      onChange(false);
    },
    /** The step is shown. */
    begin,
    /** Another step is on its way. */
    hold,
  };
}
