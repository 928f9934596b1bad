import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../elements/button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a form with typed text is closed. `close` is called instead of `onClose`; `question` is rendered in the form. */
export function useDiscardQuestion(
  isDirty: boolean,
  onClose: () => void,
): { close(): void; question: ReactNode } {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const goOn = () => setIsAsking(false);
  const discard = () => {
    // A form that is a screen of its own stays on the page until the next screen has loaded.
    setIsAsking(false);
    onClose();
  };
  const footer = (
    <>
      <Button variant="danger" onClick={discard}>
        {t('discard.go')}
      </Button>
      <Button variant="primary" autoFocus onClick={goOn}>
        {t('discard.keep')}
      </Button>
    </>
  );
  return {
    close: () => (isDirty ? setIsAsking(true) : onClose()),
    question: isAsking && (
      <Dialog open onClose={goOn} title={t('discard.title')} footer={footer}>
        <p>{t('discard.about')}</p>
      </Dialog>
    ),
  };
}
