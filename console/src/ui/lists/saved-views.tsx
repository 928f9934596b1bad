import { useRouterState } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { useFields } from '../../lib/use-fields.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { Button } from '../elements/button.tsx';
import { Menu } from '../elements/menu.tsx';
import { showToast } from '../elements/toast.tsx';
import { TextField } from '../forms/form-fields.tsx';

/** Parameters of the address that are not filters. */
const NOT_SAVED = new Set(['open', 'ask', 'new', 'edit', 'page']);

/** The filters of a list that the person has saved, and a way to save the present ones. */
export function SavedViews() {
  const { t } = useTranslation();
  const screen = useRouterState({ select: ({ location }) => location.pathname });
  const [filters, change] = useFilters();
  const { data } = useRead('get-saved-views', {});
  const remove = useWrite('delete-view');
  const [isNaming, setNaming] = useState(false);
  const current = Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value && !NOT_SAVED.has(name)),
  );
  const isFiltered = Object.keys(current).length > 0;
  const views = data?.views.filter((view) => view.screen === screen) ?? [];
  const chosen = views.find((view) => sameFilters(view.filters, current));
  if (views.length === 0 && !isFiltered) return null;
  const show = (next: Readonly<Record<string, string>>) =>
    change({ ...Object.fromEntries(Object.keys(current).map((name) => [name, undefined])), ...next });
  const choices = [
    ...views.map((view) => ({
      label: view.name,
      icon: <Bookmark size={15} aria-hidden />,
      checked: view === chosen,
      onSelect: () => show(view.filters),
    })),
    ...(views.length > 0 && isFiltered ? (['line'] as const) : []),
    ...(isFiltered && !chosen
      ? [
          {
            label: t('views.save'),
            icon: <BookmarkPlus size={15} aria-hidden />,
            onSelect: () => setNaming(true),
          },
        ]
      : []),
    ...(chosen
      ? [
          {
            label: t('views.delete'),
            icon: <Trash2 size={15} aria-hidden />,
            danger: true,
            onSelect: () =>
              remove.mutate({ guid: chosen.guid }, { onSuccess: () => showToast(t('done.deleted')) }),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        trigger={
          <Button small icon={<Bookmark size={15} aria-hidden />}>
            {chosen?.name ?? t('views')}
          </Button>
        }
        choices={choices}
      />
      {isNaming && <NameDialog screen={screen} filters={current} onClose={() => setNaming(false)} />}
    </>
  );
}

function sameFilters(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

interface NameProps {
  screen: string;
  filters: Record<string, string>;
  onClose(): void;
}

function NameDialog({ screen, filters, onClose }: NameProps) {
  const { t } = useTranslation();
  const form = useFields({ name: '' });
  const save = useWrite('save-view');
  const submit = () =>
    save.mutate(
      { screen, filters, name: form.fields.name },
      {
        onSuccess: () => {
          showToast(t('done.saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('views.save')}
      description={t('views.about')}
      submitLabel={t('save')}
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
      isDirty={form.isDirty}
      columns={1}
    >
      <TextField form={form} name="name" autoFocus maxLength={LIMITS['save-view'].name} />
    </FormDialog>
  );
}
