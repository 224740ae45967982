/** What one contender did in one round. */
export interface Sample {
  /** Requests, or megapixels, a second. */
  readonly rate: number;
  /** The same for a second of processor time of the process measured, where that is known. */
  readonly ratePerCpu?: number | undefined;
}

/** One comparison: the median over the rounds of ours divided by the floor of the same round. */
export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  /**
   * The median by processor time instead of by the clock, null where it isn't known. Other programs on the
   * machine disturb it less; waiting doesn't count in it.
   */
  readonly byCpu: number | null;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @param share from 0 to 1; linear between neighbours. @throws RangeError of an empty list */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new RangeError('No values to take a quantile of.');
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * Runs every contender once a round, there in the order given and back in the next, so that a machine that
 * gets slower or faster meanwhile favours nobody. Contenders to be compared should stand side by side.
 */
export async function inRounds<Name extends string, S extends Sample>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<S>>>,
): Promise<Record<Name, S[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as S[]])) as unknown as Record<Name, S[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      samples[name].push(await contenders[name]());
    }
  }
  return samples;
}

/** @throws RangeError where the two have not the same number of rounds, or none */
export function ratioOf(ours: readonly Sample[], floor: readonly Sample[]): Ratio {
  if (ours.length !== floor.length) throw new RangeError('A round is missing on one side.');
  const of = (read: (sample: Sample) => number | undefined): number[] =>
    ours.flatMap((sample, round) => {
      const mine = read(sample);
      const theirs = floor[round] && read(floor[round]);
      return mine === undefined || theirs === undefined ? [] : [mine / theirs];
    });
  const ratios = of(({ rate }) => rate);
  const byCpu = of(({ ratePerCpu }) => ratePerCpu);
  return {
    median: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    byCpu: byCpu.length === ratios.length ? median(byCpu) : null,
  };
}

export function medianRate(samples: readonly Sample[]): number {
  return median(samples.map(({ rate }) => rate));
}
