import { cpus, loadavg, totalmem } from 'node:os';
import sharp from 'sharp';
import type { Processors } from './processors.ts';

/** What figures depend on. No name of a host, a user or a folder. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** One core for what is measured, another for the load; false where both share. */
  readonly isPinned: boolean;
  readonly memory_gib: number;
  readonly system: string;
  readonly node: string;
  readonly sharp: string;
  readonly libvips: string;
  /** Programs that wanted to run in the minute before: above 0.5, others were at work. */
  readonly loadBefore: number;
}

export function describeMachine(processors: Processors): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: processors.all.length || all.length,
    isPinned: processors.isPinned,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    sharp: sharp.versions.sharp ?? 'unknown',
    libvips: sharp.versions.vips,
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}
