import Mirador from 'mirador';
import { language } from './words.ts';

/**
 * One window with one manifest, without the workspace around it, in which others could be opened from anywhere.
 * @param manifest its address; what of it is shown stands below its own address
 */
export function openMirador(element: HTMLElement, manifest: string): void {
  const scheme = document.documentElement.dataset.mantineColorScheme;
  Mirador.viewer({
    id: element.id,
    language,
    selectedTheme: scheme === 'dark' ? 'dark' : 'light',
    windows: [{ manifestId: manifest }],
    window: {
      allowClose: false,
      allowMaximize: false,
      allowTopMenuButton: true,
      allowFullscreen: document.fullscreenEnabled,
      sideBarOpen: false,
    },
    workspace: { type: 'mosaic', allowNewWindows: false, isWorkspaceAddVisible: false },
    workspaceControlPanel: { enabled: false },
    // As deep zoom draws elsewhere: WebGL would fetch each picture back from the graphics card.
    osdConfig: { drawer: 'canvas' },
  });
}
