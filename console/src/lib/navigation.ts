import { type NavigateOptions, useMatch, useNavigate, useRouter } from '@tanstack/react-router';

/**
 * Navigates from the screen that calls it, unless the person has left that screen. A screen stays mounted until the
 * chunk of the next one has loaded, so the answer to a write, a timer or a closing dialog may come after the person
 * has gone on, and would pull the person back or put its filters on the next screen.
 */
export function useScreenNavigate(): (options: NavigateOptions) => void {
  const router = useRouter();
  const navigate = useNavigate();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return (options) => {
    if (trimSlash(router.latestLocation.pathname) === trimSlash(path)) void navigate(options);
  };
}

function trimSlash(path: string): string {
  return path.replace(/\/$/, '');
}
