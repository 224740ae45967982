import { make } from './elements.ts';
import { openPlayer } from './player.ts';

openPlayer('audio', make('audio', { preload: 'metadata' }));
