import { Alert, Button } from '@mantine/core';
import { useElementSize, useViewportSize } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { signInIfSessionEnded } from '../../../lib/sign-in-if-session-ended.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { useSavedImages } from '../state/selectors.ts';
import { stepUuid } from '../state/step-id.ts';
import { focusStepIfLost } from './focus-if-lost.ts';
import classes from './live-preview.module.css';
import { readerScreens, type ReaderScreen } from './reader-screens.ts';
import { useDraftInFrame } from './use-draft-in-frame.ts';

/** Pixels that the page needs above the preview, and the smallest height of the preview. */
const [ABOVE_px, LEAST_px] = [300, 320];

interface LivePreviewProps {
  screen: ReaderScreen;
  /** The step that is edited. */
  stepId: string;
}

/** The story as its readers will see it, before it is saved: the player itself, drawn smaller. It shows each change at once. */
export function LivePreview({ screen, stepId }: LivePreviewProps) {
  const { t } = useTranslation(['storyEditor', 'ui']);
  const [round, setRound] = useState(0);
  const [isLost, setLost] = useState(false);
  // The player finds what it says about an image in its page, which has the images that are saved.
  const saved = useSavedImages();
  const { ref, width: room } = useElementSize();
  const { height: window_px } = useViewportSize();
  const { width, height } = readerScreens[screen];
  const scale = Math.min(1, room / width, Math.max(LEAST_px, window_px - ABOVE_px) / height);
  const again = () => {
    setLost(false);
    setRound((before) => before + 1);
  };
  const onNoPlayer = () => {
    setLost(true);
    void signInIfSessionEnded().then((isBack) => {
      if (isBack) again();
    });
  };
  if (isLost)
    return (
      <Alert
        color="red"
        role="alert"
        mt="md"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('live.failed')}
      >
        <p>{t('live.failedText')}</p>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            again();
            focusStepIfLost();
          }}
        >
          {t('ui:retry')}
        </Button>
      </Alert>
    );
  return (
    <div ref={ref} className={classes.room}>
      <div className={classes.screen} style={{ width: width * scale, height: height * scale }}>
        <PlayerFrame
          key={`${round} ${saved}`}
          stepId={stepId}
          style={{ width, height, transform: `scale(${scale})` }}
          onNoPlayer={onNoPlayer}
        />
      </div>
    </div>
  );
}

interface PlayerFrameProps {
  /** The step that it begins with. */
  stepId: string;
  style: CSSProperties;
  onNoPlayer(): void;
}

function PlayerFrame({ stepId, style, onNoPlayer }: PlayerFrameProps) {
  const { t } = useTranslation('storyEditor');
  const { storyUuid } = useEditorStore();
  const frame = useRef<HTMLIFrameElement>(null);
  const onLoad = useDraftInFrame(frame, onNoPlayer);
  // Another address would load the player again.
  const [address] = useState(`/images/viewers/story/?storyID=${storyUuid}#${stepUuid(stepId)}`);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      style={style}
      title={t('live.frame')}
      src={address}
      onLoad={onLoad}
    />
  );
}
