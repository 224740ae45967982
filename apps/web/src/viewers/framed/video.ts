import { make } from './elements.ts';
import { openPlayer } from './player.ts';

openPlayer('video', make('video', { preload: 'metadata', playsinline: true }));
