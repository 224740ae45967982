import { ModelViewerElement } from '@google/model-viewer';

// Nothing is decoded before a place for the decoder is set, though it comes along.
ModelViewerElement.meshoptDecoderLocation = `${import.meta.env.BASE_URL}meshopt-decoder.js`;

const ORBIT = '0deg 75deg 105%';
const TURN_RAD = Math.PI / 12;

export interface ModelStage {
  readonly element: ModelViewerElement;
  /** @param right @param down steps of 15 degrees */
  turn(right: number, down: number): void;
  zoom(steps: number): void;
  /** As the model was shown first. */
  reset(): void;
}

/** One model at a time: pointer, wheel, pinch and, where it has the focus, arrows and the page keys. */
export function openModelStage(place: HTMLElement): ModelStage {
  const element = document.createElement('model-viewer') as ModelViewerElement;
  for (const [name, value] of Object.entries({
    'camera-controls': '',
    'touch-action': 'none',
    'interaction-prompt': 'none',
    'camera-orbit': ORBIT,
    'shadow-intensity': '0.6',
  }))
    element.setAttribute(name, value);
  place.append(element);
  const orbit = (right: number, down: number) => {
    const { theta, phi, radius } = element.getCameraOrbit();
    return `${theta - right * TURN_RAD}rad ${phi - down * TURN_RAD}rad ${radius}m`;
  };
  return {
    element,
    turn(right, down) {
      element.cameraOrbit = orbit(right, down);
    },
    zoom: (steps) => element.zoom(steps),
    reset() {
      // A value that stands already is not taken again, and people turn the model without changing it.
      const { x, y, z } = element.getCameraTarget();
      element.cameraOrbit = orbit(0, 0);
      element.cameraTarget = `${x}m ${y}m ${z}m`;
      element.fieldOfView = `${element.getFieldOfView()}deg`;
      element.cameraOrbit = ORBIT;
      element.cameraTarget = 'auto auto auto';
      element.fieldOfView = 'auto';
    },
  };
}
