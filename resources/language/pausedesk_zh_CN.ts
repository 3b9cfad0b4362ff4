<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pausedesk</name>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>No session is open.</source>
        <translation>没有打开会话。</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filter  {number}</source>
        <translation>筛选  {number}</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filter, narrowed by {number}</source>
        <translation>筛选，已按 {number} 项缩小</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/inbox.py"/>
        <source>Show all of this filter</source>
        <translation>显示此筛选的全部会话</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last hour</source>
        <translation>最近一小时内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last day</source>
        <translation>最近一天内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last week</source>
        <translation>最近一周内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last 30 days</source>
        <translation>最近 30 天内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as waiting</source>
        <translation>列为等待中</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as conversation</source>
        <translation>列为对话</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as answered</source>
        <translation>列为已答复</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as unknown</source>
        <translation>列为未知</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any agent</source>
        <translation>任何智能体</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any tool</source>
        <translation>任何工具</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any program</source>
        <translation>任何程序</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Ending</source>
        <translation>结束方式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any ending</source>
        <translation>任何结束方式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Last change</source>
        <translation>最近更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed at any time</source>
        <translation>任何时间更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed format</source>
        <translation>列出格式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any listed format</source>
        <translation>任何列出格式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Name of a filter to save</source>
        <translation>要保存的筛选名称</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Save these as …</source>
        <translation>将这些保存为…</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Forget</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Forget the saved filter</source>
        <translation>移除已保存的筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Begun here</source>
        <translation>在此开始</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>waiting</source>
        <translation>等待批准</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>answered, not started</source>
        <translation>已答复，未开始</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>may have run</source>
        <translation>可能已经运行</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>interrupted in a tool</source>
        <translation>在工具中中断</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>cut off</source>
        <translation>回复被截断</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>reached its output limit</source>
        <translation>达到输出上限</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>message not answered</source>
        <translation>消息未答复</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>model refused</source>
        <translation>模型拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>context full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>provider error</source>
        <translation>模型服务出错</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>May have run</source>
        <translation>可能已经运行</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Answered</source>
        <translation>已答复</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Nothing waits.</source>
        <translation>没有等待的问题。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>When an agent asks for consent, its question appears here by itself.</source>
        <translation>代理请求同意时，问题会自动出现在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>No call is in doubt.</source>
        <translation>没有存疑的调用。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>A call whose process died before its result was stored would be listed here.</source>
        <translation>进程在保存结果之前终止的调用会列在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>No session was interrupted.</source>
        <translation>没有中断的会话。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Sessions that were cut off or stopped, and can be resumed, are listed here.</source>
        <translation>被截断或停止、可以恢复的会话列在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Nothing was answered yet.</source>
        <translation>还没有答复。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Sessions whose questions you or others answered are listed here.</source>
        <translation>由您或他人答复过问题的会话列在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>This store holds no session.</source>
        <translation>此存储中没有会话。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Start one with  pausedesk run module:agent "prompt" , or fill a demo store with  pausedesk demo .</source>
        <translation>用  pausedesk run module:agent "prompt"  启动一个会话，或用  pausedesk demo  填充演示存储。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Nothing here.</source>
        <translation>这里没有内容。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>The filter holds sessions, but none with these words and choices. Change them, or show all of it.</source>
        <translation>此筛选中没有符合这些词和选项的会话。请更改它们，或显示此筛选的全部会话。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>answered, held</source>
        <translation>已答复，暂停交付</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>answered, on its way</source>
        <translation>已答复，交付中</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/words.py"/>
        <source>{n} calls wait</source>
        <extracomment>one: {n} call waits</extracomment>
        <translation><numerusform>{n} 个调用等待批准</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{hours} h</source>
        <translation>{hours} 小时</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/words.py"/>
        <source>{n} days</source>
        <extracomment>one: {n} day</extracomment>
        <translation><numerusform>{n} 天</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %Y}</source>
        <translation>{when:%Y}年{when:%m}月{when:%d}日</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %H:%M}</source>
        <translation>{when:%m}月{when:%d}日 {when:%H:%M}</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %Y %H:%M:%S}</source>
        <translation>{when:%Y}年{when:%m}月{when:%d}日 {when:%H:%M:%S}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/words.py"/>
        <source>{n} bytes</source>
        <extracomment>one: {n} byte</extracomment>
        <translation><numerusform>{n} 字节</numerusform></translation>
    </message>
</context>
</TS>
