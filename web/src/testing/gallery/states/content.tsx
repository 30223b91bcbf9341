import { BlockEditor } from "../../../content/BlockEditor";
import { BlogPage } from "../../../content/BlogPage";
import { ButtonsBlock } from "../../../content/ButtonsBlock";
import { CommentForm } from "../../../content/CommentForm.island";
import { Comments } from "../../../content/Comments";
import { CommentThread } from "../../../content/CommentThread";
import { ConflictSide } from "../../../content/ConflictSide";
import { ContactsBlock } from "../../../content/ContactsBlock";
import { ContentBlocks } from "../../../content/ContentBlocks";
import { ContentPage } from "../../../content/ContentPage";
import { ContentPages } from "../../../content/ContentPages";
import { EditorField } from "../../../content/EditorField";
import { FiguresBlock } from "../../../content/FiguresBlock";
import { FormBlock } from "../../../content/FormBlock";
import { HeadingBlock } from "../../../content/HeadingBlock";
import { MessagePage } from "../../../content/MessagePage";
import { PageGroup } from "../../../content/PageGroup";
import { PeopleBlock } from "../../../content/PeopleBlock";
import { PictureBlock } from "../../../content/PictureBlock";
import { PictureGallery } from "../../../content/PictureGallery.island";
import { PictureTile } from "../../../content/PictureTile";
import { PostCard } from "../../../content/PostCard";
import { PostMeta } from "../../../content/PostMeta";
import { PostPage } from "../../../content/PostPage";
import { PreviewBand } from "../../../content/PreviewBand";
import { SafeHtml } from "../../../content/SafeHtml";
import { StaffCategoriesPage } from "../../../content/StaffCategoriesPage";
import { StaffConflictPage } from "../../../content/StaffConflictPage";
import { StaffContentPage } from "../../../content/StaffContentPage";
import { StaffEditPage } from "../../../content/StaffEditPage";
import { StaffFrame } from "../../../content/StaffFrame";
import { StaffRedirectsPage } from "../../../content/StaffRedirectsPage";
import { StaffTabs } from "../../../content/StaffTabs";
import { TabsBlock } from "../../../content/TabsBlock";
import { VersionList } from "../../../content/VersionList";
import { VerticalTabs } from "../../../content/VerticalTabs.island";
import type { BlockView } from "../../../generated/content";
import {
  answer,
  blog,
  comment,
  commentForm,
  comments,
  contactsBlock,
  contentPage,
  everyBlock,
  otherComment,
  policy,
  post,
  richText,
  staffCategories,
  staffConflict,
  staffContent,
  staffEdit,
  staffRedirects,
  tabsBlock,
} from "../../content-samples";
import { shortForm } from "../../enquiry-samples";
import { reviewPages } from "../../review-samples";
import { longName, message, picture } from "../../samples";
import type { States } from "../states";

const preview = { text: "معاينة المسودة: لا يراها إلا الموظفون.", editUrl: "/ar/staff/content/edit/?id=1" };
const errors = [
  { field: "comment", text: "اكتب تعليقك." },
  { field: "", text: "أُغلق باب التعليقات." },
];
const deep = [4, 3, 2, 1].reduce(
  (child, level) => ({ ...comment, id: `2${level}`, children: [child] }),
  otherComment,
);
const conflict = staffConflict.conflicts[1] as (typeof staffConflict.conflicts)[number];
const blockOf = <Kind extends BlockView["kind"]>(kind: Kind) =>
  everyBlock.find((one) => one.kind === kind) as Extract<BlockView, { kind: Kind }>;
const block = staffEdit.blocks[0] as (typeof staffEdit.blocks)[number];
const field = staffEdit.fields[0] as (typeof staffEdit.fields)[number];
const postCard = blog.posts[0] as (typeof blog.posts)[number];
const { tabs: staffTabs } = staffContent;
const versionForm = { action: staffEdit.action, nonce: staffEdit.nonce, id: "1", kind: "post" };

export const states = {
  BlockEditor: {
    default: <BlockEditor block={block} isFirst={false} isLast={false} errors={[]} />,
    "in error": (
      <BlockEditor block={block} isFirst isLast errors={[{ field: "block-0-html", text: "اكتب النص." }]} />
    ),
  },
  ConflictSide: {
    default: <ConflictSide name="choice" value="mine" title="تعديلك" parts={conflict.mine} isChosen />,
    empty: <ConflictSide name="choice" value="theirs" title="التعديل الآخر" parts={[]} />,
    "not stored": <ConflictSide name="choice" value="base" title="قبل التعديلين" parts={null} />,
  },
  ContentBlocks: {
    "every kind": <ContentBlocks blocks={everyBlock} column="narrow" />,
    none: <ContentBlocks blocks={[]} column="wide" />,
  },
  BlogPage: {
    default: <BlogPage {...blog} />,
    empty: <BlogPage {...blog} posts={[]} pages={null} />,
    "nothing found": (
      <BlogPage {...blog} posts={[]} pages={null} search={{ ...blog.search, query: "كمبيوتر" }} />
    ),
  },
  ButtonsBlock: {
    default: (
      <ButtonsBlock
        buttons={[
          { label: "كل المنتجات", url: "/ar/shop/", isPrimary: true },
          { label: longName, url: "/ar/", isPrimary: false },
        ]}
      />
    ),
  },
  CommentForm: {
    default: <CommentForm {...commentForm} />,
    reply: <CommentForm {...commentForm} parent={{ id: "11", author: comment.author }} />,
    "in error": <CommentForm {...commentForm} errors={errors} />,
  },
  Comments: {
    default: <Comments {...comments} />,
    "with the form below a comment": (
      <Comments {...comments} form={{ ...commentForm, parent: { id: "13", author: otherComment.author } }} />
    ),
    none: <Comments {...comments} count={0} comments={[]} />,
    closed: <Comments {...comments} form={null} />,
    held: <Comments {...comments} notice="وصلنا تعليقك." pages={reviewPages} />,
  },
  CommentThread: {
    default: <CommentThread comments={[{ ...comment, children: [answer] }]} reply={null} />,
    pending: <CommentThread comments={[{ ...comment, isPending: true, replyUrl: null }]} reply={null} />,
    deep: <CommentThread comments={[deep]} reply={null} />,
  },
  ContentPage: {
    help: <ContentPage {...contentPage} />,
    policy: <ContentPage {...policy} />,
    about: <ContentPage {...contentPage} title="حكاية الدكان" hero={picture} blocks={everyBlock} />,
    preview: <ContentPage {...policy} preview={preview} />,
  },
  ContentPages: { default: <ContentPages {...reviewPages} /> },
  EditorField: {
    text: <EditorField field={field} />,
    "in error": <EditorField field={field} error="اكتب العنوان." />,
  },
  ContactsBlock: {
    default: <ContactsBlock {...contactsBlock} />,
    "long text": (
      <ContactsBlock
        label="طرق التواصل"
        ways={[
          {
            icon: "mail",
            title: longName,
            note: longName,
            url: "/ar/contact/",
            detail: "a-rather-long-address@example.com",
          },
        ]}
      />
    ),
  },
  FiguresBlock: {
    default: <FiguresBlock {...blockOf("figures")} />,
    "long text": <FiguresBlock label="أرقام" figures={[{ value: longName, text: longName }]} />,
  },
  FormBlock: {
    alone: <FormBlock form={shortForm} contacts={null} />,
    "with ways to reach the shop": <FormBlock form={shortForm} contacts={contactsBlock} />,
  },
  HeadingBlock: {
    "level 2": <HeadingBlock id="a" level={2} text="المقادير" />,
    "level 4": <HeadingBlock id="b" level={4} text={longName} />,
  },
  MessagePage: {
    "not found": <MessagePage {...message} reference={null} />,
    error: <MessagePage {...message} kind="error" title="حدث خطأ من جهتنا" hint="حاول بعد قليل." />,
    refused: <MessagePage {...message} kind="refused" title="لا يُسمح بهذا" reference={null} />,
    expired: <MessagePage {...message} kind="expired" title="انتهت صلاحية الصفحة" reference={null} />,
    busy: <MessagePage {...message} kind="busy" title="طلبات كثيرة" hint="" reference={null} />,
    "long text": <MessagePage {...message} kind="error" title={longName} hint={longName} />,
  },
  PageGroup: { default: <PageGroup links={policy.siblings} url={policy.url} /> },
  PeopleBlock: {
    default: <PeopleBlock {...blockOf("people")} buttons={[]} />,
    "with buttons": <PeopleBlock {...blockOf("people")} buttons={[blockOf("button")]} />,
    "long text": (
      <PeopleBlock label={longName} people={[{ name: "خ", title: longName, text: longName }]} buttons={[]} />
    ),
  },
  PictureBlock: {
    default: <PictureBlock picture={picture} caption="علبة تمر" />,
    "without a caption": <PictureBlock picture={picture} caption="" />,
  },
  PictureGallery: { default: <PictureGallery label="صور المزرعة" pictures={[picture, picture, picture]} /> },
  PictureTile: { default: <PictureTile pictures={[picture]} index={0} /> },
  PostCard: {
    default: <PostCard {...postCard} />,
    "long title": <PostCard {...postCard} title={longName} excerpt={longName} picture={null} />,
  },
  PostMeta: {
    default: <PostMeta {...post} />,
    none: <PostMeta date="" datetime="" readingMinutes={0} />,
  },
  PostPage: {
    default: <PostPage {...post} />,
    "without picture and comments": (
      <PostPage {...post} hero={null} lead="" comments={{ ...comments, count: 0, comments: [] }} />
    ),
    preview: <PostPage {...post} preview={preview} />,
  },
  PreviewBand: {
    default: <PreviewBand {...preview} />,
    "for others": <PreviewBand text={longName} editUrl={null} />,
  },
  SafeHtml: { default: <SafeHtml html={richText} /> },
  StaffCategoriesPage: { default: <StaffCategoriesPage {...staffCategories} /> },
  StaffConflictPage: {
    default: <StaffConflictPage {...staffConflict} />,
    "nothing to choose": <StaffConflictPage {...staffConflict} conflicts={[]} />,
  },
  StaffContentPage: {
    default: <StaffContentPage {...staffContent} />,
    empty: <StaffContentPage {...staffContent} rows={[]} nextUrl={null} notice={null} />,
  },
  StaffEditPage: {
    default: <StaffEditPage {...staffEdit} />,
    "with a link for others": (
      <StaffEditPage
        {...staffEdit}
        shared={{ url: "https://shop.example/ar/preview/?version=9&key=0a1b", hint: "يعمل ساعة واحدة." }}
      />
    ),
    new: <StaffEditPage {...staffEdit} id="" blocks={[]} categories={[]} versions={[]} canHide={false} />,
    "in error": (
      <StaffEditPage
        {...staffEdit}
        errors={[
          { field: "title", text: "اكتب العنوان." },
          { field: "", text: "عدّل شخص آخر هذه المقالة." },
        ]}
      />
    ),
  },
  StaffFrame: {
    "in error": (
      <StaffFrame title="الصفحات" tabs={staffTabs} notice={{ text: "تعذّر الحفظ.", isError: true }}>
        <p>الصفحات</p>
      </StaffFrame>
    ),
  },
  StaffRedirectsPage: {
    default: <StaffRedirectsPage {...staffRedirects} />,
    empty: <StaffRedirectsPage {...staffRedirects} rows={[]} />,
  },
  StaffTabs: { default: <StaffTabs label="المحتوى" tabs={staffTabs} /> },
  TabsBlock: { default: <TabsBlock {...tabsBlock} /> },
  VersionList: { default: <VersionList versions={staffEdit.versions} {...versionForm} /> },
  VerticalTabs: {
    default: <VerticalTabs id="tabs-1" label="موضوعات المساعدة" tabs={tabsBlock.tabs} />,
  },
} satisfies States;
